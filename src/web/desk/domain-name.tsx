import { showName } from '#shared/names/show-name.ts'

/** A domain as people read it, with the name that the DNS has where that is another. */
export function DomainName({ name }: { name: string }) {
  const shown = showName(name)
  return (
    <span className="desk-state">
      <span className="desk-name">{shown}</span>
      {shown !== name && <span className="desk-quiet mono">{name}</span>}
    </span>
  )
}
