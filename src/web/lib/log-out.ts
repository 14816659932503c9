import { statusOf } from './calls/api-error.ts'
import { leaveTo } from './calls/no-connection.ts'
import { expectSessionEnd } from './calls/query-client.ts'
import { callRest } from './calls/rest.ts'
import { draftShelf } from './draft-shelf.ts'
import { hasUnfinished, leaveForGood } from './navigation/leaving.ts'
import { forgetRecent } from './recent.ts'

const question = 'Log out now? Unsaved changes and unfinished uploads will be lost.'

/**
 * Ends the session and goes to `/`, also when the call fails, and clears local data for the next user of the browser.
 * Asks first about unfinished work, which cannot be saved without a session. While the server is unreachable,
 * the page stays and says so.
 */
export async function logOut(): Promise<void> {
  if (hasUnfinished() && !window.confirm(question)) return
  forgetRecent()
  expectSessionEnd(true)
  const isAnswered = await callRest('POST', '/api/logout').then(
    () => true,
    (error) => statusOf(error) !== 0,
  )
  if (!isAnswered) {
    expectSessionEnd(false)
    return leaveTo('/')
  }
  await draftShelf.close()
  leaveForGood('/')
}
