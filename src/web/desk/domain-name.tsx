import { showName } from '#shared/names/show-name.ts'

/** A domain in Unicode, with its DNS name if that differs. */
export function DomainName({ name }: { name: string }) {
  const shown = showName(name)
  return (
    <span className="desk-state">
      <span className="desk-name">{shown}</span>
      {shown !== name && <span className="desk-quiet mono">{name}</span>}
    </span>
  )
}
