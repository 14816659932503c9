import type { Preview } from './use-preview.ts'

/** The effects of a record change on those who use the names. Space for them is reserved while they load. */
export function RecordEffects({ preview: { effects, refusal } }: { preview: Preview }) {
  return (
    <div className="domain-effects" role="status">
      {refusal && <p>{refusal}</p>}
      {effects?.length === 0 && <p>Nothing changes.</p>}
      {effects && effects.length > 0 && (
        <ul>
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
