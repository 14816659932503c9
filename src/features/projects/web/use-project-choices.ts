import { useQuery } from '@tanstack/react-query'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { CodeIcon } from '#web/ui/icons.tsx'
import type { Outline } from '../contract/contract.ts'

const choiceOf = ({ id, name, description }: Outline) => ({
  id: `project:${id}`,
  label: name,
  ...(description ? { detail: description } : {}),
  Icon: CodeIcon,
  href: `/projects?project=${id}`,
})

/** The customer's projects, for the palette. */
export function useProjectChoices(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const query = useQuery(trpc.projects.outline.queryOptions())
  return { choices: (query.data ?? []).map(choiceOf), query }
}
