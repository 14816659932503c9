import { useSyncExternalStore } from 'react'
import { dock } from '#web/ui/dialogs/dock.tsx'
import { readAsked, waitForAnswer, watchAsked } from './asked.ts'
import { SudoDialog } from './sudo-dialog.tsx'

function AskedDialog() {
  const asked = useSyncExternalStore(watchAsked, readAsked, () => null)
  return asked && <SudoDialog key={asked.key} onAnswer={asked.answer} />
}

const wantsProof = async (answer: Response): Promise<boolean> =>
  (await answer.clone().text()).includes('"code":"SUDO_REQUIRED"')

/**
 * A call that was refused because its caller must prove again who they are: the person at the screen is asked, and it is sent
 * again once they did. Closing the dialog leaves the refusal as it was.
 */
export async function answerRefusal(answer: Response, again: () => Promise<Response>): Promise<Response> {
  if (!(await wantsProof(answer))) return answer
  dock('identity', AskedDialog)
  return (await waitForAnswer()) ? again() : answer
}
