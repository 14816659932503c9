import { showToast } from '../../ui/overlays/toast.ts'
import { checkConnection } from './connection.ts'

/** Says that something has to wait because the server is gone; the page stays as it is. */
export const sayNoConnection = (what: string): void =>
  showToast({
    title: 'No connection to the server',
    description: `${what} Nothing on this page has been lost.`,
    variant: 'destructive',
  })

/** Goes to another document, but only if there is a server to answer: otherwise this page stays, and says why. */
export async function leaveTo(url: string): Promise<void> {
  if (await checkConnection()) window.location.assign(url)
  else sayNoConnection('The page could not be left.')
}
