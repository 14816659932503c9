import { createConfig, lintFromString } from '@redocly/openapi-core'

/** The findings of Redocly's ruleset `spec` in an OpenAPI document; fetches nothing. */
export async function lintApi(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['spec'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}
