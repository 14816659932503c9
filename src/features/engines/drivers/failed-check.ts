import { findHostProblem, type LookupOptions } from '#server/system/host-lookup.ts'
import type { EngineSource } from '../settings.ts'

type Source = { setting: string; source: EngineSource | undefined }

/**
 * Why a check of an engine failed, as a sentence for the administrator: its server is at a host that cannot be looked up, else
 * what the error says. An address may name several hosts.
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
