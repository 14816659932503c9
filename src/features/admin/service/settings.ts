import type { CustomerContext } from '#server/context.ts'
import { kernelShape } from '#server/settings.ts'
import type { Answer } from '#shared/schema.ts'
import type { settingOutput } from '../contract.ts'

const secret = /(SECRET|PASSWORD|TOKEN|API_KEY|TSIG)$/

/** An address without what signs in at it: neither its user and password nor its parameters. */
function withoutCredentials(value: string): string {
  if (!value.includes('://')) return value
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname}`
}

const shown = (value: unknown): string => withoutCredentials([value].flat().map(String).join(', '))

/**
 * Every setting of this process by name, with its value and where that comes from. A secret has no value here, and addresses have
 * no credentials.
 */
export function listSettings({
  env,
  features,
}: Pick<CustomerContext, 'env' | 'features'>): Answer<typeof settingOutput>[] {
  const values: Record<string, unknown> = { ...env }
  const shapes = [kernelShape, ...features.map(({ settings }) => settings?.shape ?? {})]
  return shapes
    .flatMap((shape) => Object.keys(shape))
    .sort()
    .map((name) => {
      const isSecret = secret.test(name)
      const value = values[name]
      const isAbsent =
        isSecret || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      return {
        name,
        value: isAbsent ? null : shown(value),
        isSecret,
        source: env.GIVEN.has(name) ? ('environment' as const) : ('default' as const),
      }
    })
}
