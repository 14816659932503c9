import type { AuditRow } from '#features/admin/contract.ts'
import { actionSentence, typeWords } from '#web/desk/action-words.ts'
import { ObjectLink, shortId } from '#web/desk/object-link.tsx'
import { personName } from '#web/desk/person-name.ts'

const isPerson = (type: string): boolean => type === 'user' || type === 'account'

/** The actor's name; the portal, or the address used, without a known account. */
function Actor({ entry: { by, actor } }: { entry: AuditRow }) {
  if (!by) return actor === 'portal' ? 'The portal' : actor
  return (
    <ObjectLink type="user" id={by.id}>
      {personName(by)}
    </ObjectLink>
  )
}

/** The target by kind and name; a person by name alone. */
function About({ entry: { about, targetId }, isFirst = false }: { entry: AuditRow; isFirst?: boolean }) {
  const { type, name } = about
  const words = typeWords(type)
  if (targetId === null) return isFirst ? words : words.toLowerCase()
  const link = (
    <ObjectLink type={type} id={targetId}>
      {name ?? shortId(targetId)}
    </ObjectLink>
  )
  if (isPerson(type) && name !== null) return link
  return (
    <>
      {isFirst ? words : words.toLowerCase()} {link}
    </>
  )
}

/** `SSL`; other words get their article. */
const partText = (part: string): string => (/^[A-Z]/.test(part) ? part : `the ${part}`)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** An audit entry as a sentence: actor, action and target, or the event alone. */
export function AuditSentence({ entry }: { entry: AuditRow }) {
  const { action, by, targetType, targetId } = entry
  const sentence = actionSentence(action)
  const isOwn = isPerson(targetType) && by !== null && by.id === targetId
  if (sentence.is === 'happened')
    return (
      <>
        {sentence.part && capital(`${partText(sentence.part)} of `)}
        <About entry={entry} isFirst={!sentence.part} /> {sentence.text}
      </>
    )
  if (sentence.is === 'own')
    return (
      <>
        {by || entry.actor !== 'portal' ? <Actor entry={entry} /> : <About entry={entry} />} {sentence.text}
      </>
    )
  const part = sentence.part ? partText(sentence.part) : ''
  if (isOwn)
    return (
      <>
        <Actor entry={entry} /> {sentence.text} {part ? part.replace(/^the /, 'their ') : 'their account'}
      </>
    )
  return (
    <>
      <Actor entry={entry} /> {sentence.text} {part && `${part} of `}
      <About entry={entry} />
    </>
  )
}
