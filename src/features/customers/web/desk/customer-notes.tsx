import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { CustomerNote } from '../../contract/contract.ts'

const NoteDialog = lazyPart(() => import('./customer-note-dialog.tsx'), 'CustomerNoteDialog')

type CustomerNotesProps = { customer: { id: string; email: string }; notes: readonly CustomerNote[] }

/** Administrators' notes about a customer. */
export function CustomerNotes({ customer, notes }: CustomerNotesProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const writing = useDialog<CustomerNote | 'new'>()
  const removing = useDialog<CustomerNote>()
  const remove = useMutation(
    trpc.admin.customers.notes.remove.mutationOptions({
      meta: { failure: 'The note could not be deleted' },
      onSettled: () => queryClient.invalidateQueries(trpc.admin.customers.pathFilter()),
    }),
  )
  return (
    <section className="customer-section" aria-labelledby="customer-notes">
      <div className="customer-section-head">
        <h2 id="customer-notes">
          Notes <span className="desk-quiet">{notes.length}</span>
        </h2>
        <button type="button" className="button" onClick={() => writing.open('new')}>
          Add note…
        </button>
      </div>
      {notes.length === 0 && <p className="desk-quiet">No notes yet. Only administrators see them.</p>}
      <ul className="customer-notes" aria-label="Notes">
        {notes.map((note) => (
          <li key={note.id}>
            <p>{note.text}</p>
            <div className="customer-note-foot">
              <span className="desk-quiet">
                {note.author}, <DateTime at={note.createdAt} as="relative" />
                {note.changedAt && (
                  <>
                    , changed <DateTime at={note.changedAt} as="relative" />
                  </>
                )}
              </span>
              <span>
                <button type="button" className="row-action" onClick={() => writing.open(note)}>
                  Change<span className="visually-hidden"> note: {note.text.slice(0, 40)}</span>
                </button>
                <button type="button" className="row-action" data-bad="" onClick={() => removing.open(note)}>
                  Delete<span className="visually-hidden"> note: {note.text.slice(0, 40)}</span>
                </button>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {writing.subject && (
        <NoteDialog
          key={writing.key}
          customer={customer}
          note={writing.subject === 'new' ? null : writing.subject}
          opened={writing.isOpen}
          onClose={writing.close}
        />
      )}
      <Confirming
        dialog={removing}
        ask={({ id, text }) => ({
          title: 'Delete this note?',
          confirmLabel: 'Delete note',
          children: text,
          onConfirm: () => remove.mutateAsync({ id }),
        })}
      />
    </section>
  )
}
