import type { z } from 'zod'
import { features } from '../src/app/features.ts'
import { kernelShape, type Settings } from '../src/server/settings.ts'

// `bun run settings` writes docs/settings.md from the manifests.

const target = new URL('../docs/settings.md', import.meta.url).pathname

const head = `# Settings

Settings are environment variables, all of them optional; an empty value counts as unset. A checkout also reads \`.env\`. An invalid
value stops the start with one line that names it. Administrators see every value and its source in the console under System, Settings.

This page is generated from the manifests by \`bun run settings\`.
`

/** A name, a default and a description, as one row. */
function rowOf(name: string, schema: z.ZodType): string {
  const { description, whenUnset } = schema.meta() ?? {}
  if (!description) throw new Error(`${name} has no description`)
  const { data } = schema.safeParse(undefined)
  const text = whenUnset ?? ([data].flat().join(',') ? `\`${String(data)}\`` : 'none')
  return `| \`${name}\` | ${String(text)} | ${description.replaceAll('|', '\\|')} |`
}

/** docs/settings.md: one table for the portal, then one for each feature that has settings. */
export function settingsPage(): string {
  const ofFeatures = features.flatMap((each): Settings[] => ('settings' in each ? [each.settings] : []))
  const tables = [{ title: 'Portal', shape: kernelShape }, ...ofFeatures].map(({ title, shape }) => {
    const rows = Object.entries(shape).map(([name, schema]) => rowOf(name, schema as z.ZodType))
    return [`## ${title}`, '', '| Setting | Default | Meaning |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return [head, ...tables].join('\n')
}

if (import.meta.main) {
  await Bun.write(target, settingsPage())
  console.log(target)
}
