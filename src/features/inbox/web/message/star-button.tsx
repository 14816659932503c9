import { drawIcon } from '#web/ui/icons.tsx'
import type { Message } from '../../contract.ts'
import type { MessageChanges } from '../use-message-changes.ts'

const StarIcon = drawIcon('M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z')

type StarButtonProps = {
  message: Pick<Message, 'id' | 'subject' | 'isFlagged'>
  changes: Pick<MessageChanges, 'mark'>
}

/** Adds or removes the star of a message. */
export function StarButton({ message: { id, subject, isFlagged }, changes }: StarButtonProps) {
  return (
    <button
      type="button"
      className="icon-button inbox-star"
      aria-pressed={isFlagged}
      aria-label={`Star ${subject || 'No subject'}`}
      title={isFlagged ? 'Remove star' : 'Add star'}
      onClick={() => changes.mark([id], { isFlagged: !isFlagged })}
    >
      <StarIcon />
    </button>
  )
}
