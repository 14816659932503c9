import { second } from '#shared/time.ts'
import type { Limits } from '../../contract/limits.ts'

/** Texts of the server page and its toasts (docs/product/servers.md, "Servers"). */
export const texts = {
  back: 'Back to Dashboard',
  missing: 'Service Not Found',
  missingText: "This service was not found or you don't have access to it.",
  restarting: 'Restarting',
  restarted: 'Server Restart Initiated',
  restartedText: 'Your server is restarting. This may take a few minutes.',
  restartFailed: 'Restart Failed',
  settingsFailed: 'Settings Update Failed',
} as const

/** Title of the auto-restart toast. */
export const autoRestartText = (isOn: boolean): string =>
  `Auto-restart ${isOn ? 'enabled' : 'disabled'} successfully.`

/** How long "Restarting" is shown after a request, in milliseconds. */
export const restartingMs = 10 * second

/** Facts about the machine, as the company states them. */
export const machineFacts = [
  { name: 'Memory', value: '32 GB RAM' },
  { name: 'Storage', value: '800 GB disk' },
  { name: 'Bandwidth', value: 'Unlimited bandwidth' },
  { name: 'Processor', value: '8 vCPU' },
] as const

/** Enforcement of the limits, for customers. */
export const keptByTexts: Record<NonNullable<Limits['keptBy']>, string> = {
  cgroup: 'Enforced by a control group: the web server cannot use more memory or CPU than this.',
  watchdog: 'Using more memory than this restarts the web server. CPU is measured, not capped.',
}

/** Shown instead on a portal without web servers. */
export const notConnectedText = 'No web servers are connected to this portal, so this service is not running.'
