import { type MouseEvent, type ReactNode, useId } from 'react'
import { DotsIcon } from '../icons.tsx'

type RowActionsProps = {
  /** The row they belong to. */
  label: string
  /** They are too many to lie side by side: behind the ⋯ at every width. */
  isMenu?: boolean
  children: ReactNode
}

// Before a press does its work, so that the dialog it opens lies on top and gives the focus back to the ⋯.
const hide = (event: MouseEvent<HTMLElement>) => event.currentTarget.togglePopover?.(false)

/** What can be done to a row: side by side on a desk, behind a ⋯ where there is less room or more to do. */
export function RowActions({ label, isMenu, children }: RowActionsProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="icon-button row-more"
        data-menu={isMenu || undefined}
        aria-label={`Actions for ${label}`}
        popoverTarget={id}
      >
        <DotsIcon size={20} />
      </button>
      <div
        className="row-actions"
        data-menu={isMenu || undefined}
        id={id}
        popover="auto"
        onClickCapture={hide}
      >
        <p className="row-actions-title" data-menu={isMenu || undefined}>
          {label}
        </p>
        {children}
      </div>
    </>
  )
}
