type SelectionBarProps = { count: number; onApprove: () => void; onClear: () => void }

/** What can be done to the selected orders. */
export function SelectionBar({ count, onApprove, onClear }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <div className="desk-selection">
      <span role="status">{count === 1 ? '1 order selected' : `${count} orders selected`}</span>
      <button type="button" className="button" data-primary="" onClick={onApprove}>
        Approve selected…
      </button>
      <button type="button" className="button" onClick={onClear}>
        Clear selection
      </button>
    </div>
  )
}
