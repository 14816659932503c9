import { useId } from 'react'
import { showName } from '#shared/names/show-name.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingSwitch } from '#web/ui/forms/setting-row.tsx'
import { daySeconds, hstsDays } from '../../contract/serving.ts'
import type { Domain } from '../../contract.ts'
import { orToast, useServing } from './use-serving.ts'

/** Why HSTS cannot be switched on; nothing when it can. */
function refusalOf({ ssl, httpsRedirect, hsts }: Domain): string | undefined {
  if (hsts) return undefined
  if (!ssl) return 'Browsers learn of HSTS over https alone: enable SSL first.'
  return httpsRedirect ? undefined : 'Switch the redirect to https on first.'
}

const HstsWarning = ({ name }: Pick<Domain, 'name'>) => (
  <div className="domain-warning">
    <p className="domain-text">
      Browsers that visit {name} over https will use nothing else for {hstsDays} days (max-age=
      {hstsDays * daySeconds}), counted anew at each visit. The same goes for every other name of this domain
      that they visit.
    </p>
    <p className="domain-text">
      They remember this by themselves. Should SSL be disabled meanwhile, or the certificate lapse, they show
      an error in place of the site, with no way around it. Switching HSTS off reaches a browser at its next
      visit over https, and not before.
    </p>
  </div>
)

/** Whether visitors come over https, and are held to it. */
export function HttpsSection({ domain }: { domain: Domain }) {
  const { asWanted, put } = useServing(domain)
  const warning = useDialog<true>()
  const titleId = useId()
  const refusal = refusalOf(asWanted)
  const switchHsts = (isOn: boolean) => {
    if (isOn) warning.open(true)
    else orToast(put({ hsts: false }, 'Browsers forget HSTS at their next visit over https.'))
  }
  const ask = () => ({
    title: 'Switch HSTS on?',
    confirmLabel: 'Switch on',
    onConfirm: () => put({ hsts: true }, `Browsers keep to https for ${hstsDays} days.`),
    children: <HstsWarning name={showName(domain.name)} />,
  })
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>HTTPS</h3>
      <SettingSwitch
        title="Redirect to https"
        text={
          asWanted.hsts
            ? 'HSTS is on, and needs this: switch HSTS off first.'
            : 'Send plain http requests to https, at every name that has a certificate.'
        }
        isOn={asWanted.httpsRedirect}
        isFixed={asWanted.hsts}
        onSwitch={(httpsRedirect) => {
          const said = httpsRedirect
            ? 'Plain requests go to https.'
            : 'The site is shown over http and https.'
          orToast(put({ httpsRedirect }, said))
        }}
      />
      <SettingSwitch
        title="HSTS"
        text={refusal ?? `Tell browsers to use https alone for ${hstsDays} days after each visit.`}
        isOn={asWanted.hsts}
        isFixed={refusal !== undefined}
        onSwitch={switchHsts}
      />
      <Confirming dialog={warning} ask={ask} />
    </section>
  )
}
