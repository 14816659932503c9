import { domainOf } from '#features/mailboxes/contract/address.ts'
import type { Checks } from '#features/mailboxes/filing/record.ts'
import { warnOf } from '#features/mailboxes/filing/warn.ts'
import type { Deps } from '#server/context.ts'
import { authenticateMessage, type Sending } from '../checks/authenticate.ts'
import { readAuthors } from '../checks/authors.ts'
import type { MailFilters } from '../checks/filters.ts'
import { judge, type Verdict } from '../checks/rules.ts'
import { describeMessage, type ReadMessage } from '../delivery/describe-message.ts'
import { type Field, valuesOf } from '../message/head.ts'
import { replies } from '../smtp/reply.ts'
import type { Intake } from './intake.ts'

export type Examined = { checks: Checks; description: ReadMessage; fields: string }

type Examining = Pick<Deps, 'resolver' | 'log'> & { filters: MailFilters; name: string }
type Question = {
  intake: Intake
  fields: readonly Field[]
  sending: Sending
  recipients: readonly string[]
  /** Called when the message is rejected as spam, before the reply. */
  refused(): Promise<void>
}

async function findVirus({ filters, log }: Examining, intake: Intake): Promise<string | null> {
  if (!filters.viruses) return null
  try {
    return await filters.viruses.scan(intake.whole())
  } catch (error) {
    warnOf(log, 'malware scanner not reachable', error)
    throw replies.unscanned()
  }
}

/** The verdict of the spam filter, or of the portal's own rules when there is none or it does not answer. */
async function decide(
  deps: Examining,
  { intake, sending, recipients }: Question,
  examined: Parameters<typeof judge>[0],
): Promise<Verdict> {
  const { spam } = deps.filters
  const said = spam && (await spam.ask(intake, sending, recipients))
  if (spam && said === null)
    deps.log.warn('spam filter not reachable: using basic rules', {
      reason: await spam.describeSilence(),
    })
  return said ?? judge(examined)
}

/** Runs all checks on a message. @throws SmtpReply when it is rejected or deferred */
export async function examineMessage(deps: Examining, question: Question): Promise<Examined> {
  const { intake, fields, sending, recipients, refused } = question
  const description = await describeMessage(intake.whole)
  const virus = await findVirus(deps, intake)
  if (virus !== null) {
    await refused()
    throw replies.virus(virus)
  }
  const from = valuesOf(fields, 'from')
  const authors = readAuthors(from)
  const authenticated = await authenticateMessage(deps, { sending, authors, fromFields: from.length }, intake)
  const verdict = await decide(deps, question, {
    authenticated,
    ...description,
    ownDomains: recipients.map(domainOf).filter((domain) => domain !== null),
    authors,
  })
  if (verdict.kind === 'defer') throw replies[verdict.reply]()
  if (verdict.kind === 'refuse') {
    await refused()
    throw replies[verdict.reply](verdict.why)
  }
  const { spf, dkim, dmarc } = authenticated
  return {
    checks: { spf, dkim, dmarc, spamReasons: verdict.spamReasons },
    description,
    fields: authenticated.fields,
  }
}
