import { type MouseEvent, type ReactNode, useId } from 'react'
import { DotsIcon } from '../icons.tsx'

type RowActionsProps = {
  /** Name of the row. */
  label: string
  /** For many actions: behind the ⋯ at every width. */
  isMenu?: boolean
  children: ReactNode
}

// Runs before the click handler, so that the dialog it opens is on top and returns the focus to the ⋯.
const hide = (event: MouseEvent<HTMLElement>) => event.currentTarget.togglePopover?.(false)

/** A row's actions: side by side on a desktop, behind a ⋯ if there is less space or more of them. */
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
