import { countText } from '#shared/text/count-text.ts'

type SelectionBarProps = {
  count: number
  onApprove: () => void
  onReject: () => void
  onClear: () => void
}

/** Actions on the selected orders, at the bottom of the window: the table does not move. */
export function SelectionBar({ count, onApprove, onReject, onClear }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <div className="desk-selection">
      <span role="status">{countText(count, 'order')} selected</span>
      <button type="button" className="button" data-primary="" onClick={onApprove}>
        Approve selected…
      </button>
      <button type="button" className="button" onClick={onReject}>
        Reject selected…
      </button>
      <button type="button" className="button" onClick={onClear}>
        Clear selection
      </button>
    </div>
  )
}
