import type { PaletteList } from '#web/feature.ts'
import { trpc } from '#web/trpc.ts'
import { CodeIcon } from '#web/ui/icons.tsx'
import type { Outline } from '../contract.ts'

const choiceOf = ({ id, name, description }: Outline) => ({
  id: `project:${id}`,
  label: name,
  ...(description ? { detail: description } : {}),
  Icon: CodeIcon,
  href: `/projects?project=${id}`,
})

/** The customer's projects, for the palette. */
export function useProjectChoices(): ReturnType<PaletteList['useChoices']> {
  const query = trpc.projects.outline.useQuery()
  return { choices: (query.data ?? []).map(choiceOf), query }
}
