import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { usageTone } from '#web/ui/values/status-badge.tsx'
import { cleanupDays } from '../../contract/rules.ts'
import type { TabProps } from './account-dialog-props.ts'

const StorageDialog = lazyPart(() => import('./storage-dialog.tsx'), 'StorageDialog')

const megabytesOfGigabyte = 1_024

/** How full the mailbox is, and what happens when it is full. */
export function StorageTab({ account }: TabProps) {
  const dialog = useDialog<true>()
  const { type, used, quota } = account
  if (type !== 'mailbox') return <p className="email-text">This address doesn’t store messages.</p>
  const percent = Math.min(100, (used / quota) * 100)
  const available = Math.max(0, quota - used) / megabytesOfGigabyte
  const usage = `${used.toFixed(1)} MB of ${quota.toLocaleString('en-IN')} MB used`
  return (
    <>
      <div className="email-usage" data-tone={usageTone(percent)}>
        <p className="email-usage-head">
          <strong className="tabular">{usage}</strong>
          <span className="tabular quiet">{Math.round(percent)}%</span>
        </p>
        <meter className="visually-hidden" aria-label="Storage" min={0} max={100} value={percent}>
          {usage}
        </meter>
        <div className="email-usage-track" aria-hidden="true">
          <div className="email-usage-bar" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <div>
        <SettingRow
          title="Available space"
          text="When the mailbox is full, senders are asked to try again later."
        >
          <span className="tabular">{available.toFixed(1)} GB</span>
        </SettingRow>
        <SettingRow
          title="Auto-cleanup"
          text="Messages in Spam and Trash are permanently deleted after this time."
        >
          <span className="tabular">{cleanupDays} days</span>
        </SettingRow>
        <SettingRow title="Storage" text="Change the storage limit or delete old messages.">
          <button type="button" className="button" onClick={() => dialog.open(true)}>
            Manage Storage
          </button>
        </SettingRow>
      </div>
      {dialog.subject && (
        <StorageDialog key={dialog.key} account={account} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}
