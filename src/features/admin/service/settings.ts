import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { settingOutput } from '../contract.ts'

const secret = /(SECRET|PASSWORD|TOKEN|API_KEY|TSIG)$/

/** An address without credentials: no user, password or parameters. */
function withoutCredentials(value: string): string {
  if (!value.includes('://')) return value
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`
}

const shown = (value: unknown): string => withoutCredentials([value].flat().map(String).join(', '))

/** Every setting of this process by name, with its value and source. Secrets have no value here, and addresses no credentials. */
export function listSettings({ env }: Pick<CustomerContext, 'env'>): Answer<typeof settingOutput>[] {
  const values: Record<string, unknown> = { ...env }
  return env.SETTINGS.map(({ name, isGiven }) => {
    const isHidden = secret.test(name)
    const text = isHidden ? '' : shown(values[name] ?? '')
    const source = isGiven ? ('environment' as const) : ('default' as const)
    return { name, value: text || null, isHidden, source }
  }).sort((one, other) => (one.name < other.name ? -1 : 1))
}
