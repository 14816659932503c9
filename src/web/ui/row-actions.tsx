import { type MouseEvent, type ReactNode, useId } from 'react'
import { DotsIcon } from './icons.tsx'

type RowActionsProps = {
  /** The row they belong to. */
  label: string
  children: ReactNode
}

// Before a press does its work, so that the dialog it opens lies on top and gives the focus back to the ⋯.
const hide = (event: MouseEvent<HTMLElement>) => event.currentTarget.togglePopover?.(false)

/** What can be done to a row: side by side on a desk, behind a ⋯ where there is less room. */
export function RowActions({ label, children }: RowActionsProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="icon-button row-more"
        aria-label={`Actions for ${label}`}
        popoverTarget={id}
      >
        <DotsIcon size={20} />
      </button>
      <div className="row-actions" id={id} popover="auto" onClickCapture={hide}>
        <p className="row-actions-title">{label}</p>
        {children}
      </div>
    </>
  )
}
