import { LongWords } from './long-words.tsx'
import { ObjectLink } from './object-link.tsx'
import { type Named, personName } from './person-name.ts'

type OwnerLinkProps = { user: Partial<Named> & { id: string; email: string } }

/** An owner's name and address, linked to that customer. */
export function OwnerLink({ user: { id, email, firstName = null, lastName = null } }: OwnerLinkProps) {
  const name = personName({ email, firstName, lastName })
  return (
    <span className="desk-owner">
      <ObjectLink type="user" id={id}>
        {name}
      </ObjectLink>
      {name !== email && (
        <span className="desk-quiet">
          <LongWords text={email} />
        </span>
      )}
    </span>
  )
}
