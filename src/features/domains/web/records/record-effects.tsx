import type { Preview } from './use-preview.ts'

/** What a change of the records means for those who use the names. Its place is held while it is not known. */
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
