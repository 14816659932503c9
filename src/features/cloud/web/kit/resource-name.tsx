import { Link } from '@tanstack/react-router'
import { type CloudSearch, selectionOf } from './cloud-search.ts'
import type { Resource } from './entity.ts'
import { Sample, useIsMixed } from './resource.tsx'

/** The id of the link that opens a row's drawer, for returning the focus. */
export const rowLinkId = (entity: string, id: string): string => `row-${selectionOf(entity, id)}`

type ResourceNameProps = { entity: string; row: Resource; name: string; search: CloudSearch }

/** A row's name, which opens its drawer, marked where a sample might be mistaken for a real resource. */
export function ResourceName({ entity, row, name, search }: ResourceNameProps) {
  const isMixed = useIsMixed()
  return (
    <span className="cloud-name">
      <Link
        id={rowLinkId(entity, row.id)}
        to="/cloud-management"
        search={{ ...search, selected: selectionOf(entity, row.id) }}
        resetScroll={false}
        className="cloud-name-link"
        aria-haspopup="dialog"
      >
        {name}
      </Link>
      {row.simulated && isMixed && <Sample />}
    </span>
  )
}
