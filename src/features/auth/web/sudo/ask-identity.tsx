import { useSyncExternalStore } from 'react'
import { dock } from '#web/ui/dialogs/dock.tsx'
import { readPrompt, waitForAnswer, watchPrompt } from './identity-prompt.ts'
import { SudoDialog } from './sudo-dialog.tsx'

function AskedDialog() {
  const asked = useSyncExternalStore(watchPrompt, readPrompt, () => null)
  return asked && <SudoDialog key={asked.key} onAnswer={asked.answer} />
}

const wantsProof = async (answer: Response): Promise<boolean> =>
  (await answer.clone().text()).includes('"code":"SUDO_REQUIRED"')

/**
 * Prompts the user when a call is refused for want of a confirmed identity, and repeats the call once they confirm. Closing the
 * dialog leaves the refusal.
 */
export async function answerRefusal(answer: Response, again: () => Promise<Response>): Promise<Response> {
  if (!(await wantsProof(answer))) return answer
  dock('identity', AskedDialog)
  return (await waitForAnswer()) ? again() : answer
}
