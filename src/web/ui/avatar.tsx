import { initials } from '#web/lib/person.ts'

type Person = {
  firstName: string | null
  lastName: string | null
  email: string
  profileImageUrl: string | null
}

/** A round picture of a person, or their initials. Decorative: the name is beside it or names the control. */
export function Avatar({ person, size = 32 }: { person: Person; size?: number }) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.4) }
  if (person.profileImageUrl)
    return <img className="avatar" src={person.profileImageUrl} alt="" style={box} />
  return (
    <span className="avatar" style={box} aria-hidden="true">
      {initials(person)}
    </span>
  )
}
