import { findHostProblem, type LookupOptions } from '#server/system/host-lookup.ts'
import type { EngineSource } from '../settings.ts'

type Source = { setting: string; source: EngineSource | undefined }

/**
 * Why an engine check failed, as a sentence for the administrator: an unresolvable host name, else the error message. An address
 * may
 * have several hosts.
 */
export async function describeFailedCheck(
  error: unknown,
  { setting, source }: Source,
  options?: LookupOptions,
): Promise<string> {
  const hosts = source instanceof URL ? source.hostname.split(',') : []
  const problems = await Promise.all(hosts.map((host) => findHostProblem(host, options)))
  const problem = problems.find((each) => each !== null)
  if (problem) return `${setting}: ${problem}.`
  return error instanceof Error ? error.message : 'The engine does not answer.'
}
