import { NotIssued } from '../certificate-authority.ts'
import type { AccountKey, Signer } from './jws.ts'
import { Refused } from './problem.ts'
import type { Answer, Transport } from './transport.ts'

/** The stored account: `url` is null before registration, `contact` the one that the authority has. */
type Account = { key: AccountKey; url: string | null; contact: string | null }

/** Stores the account, for all nodes. */
export interface AccountStore {
  open(): Promise<Account>
  keep(known: Pick<Account, 'url' | 'contact'>): Promise<void>
}

/** The account of this installation. */
export interface OwnAccount {
  /** Registers the account if needed, and updates its contact. @throws Refused, NotIssued */
  signer(signal: AbortSignal): Promise<Signer>
  /** Sends a signed request; re-registers an account that the authority no longer knows. @throws Refused, NotIssued */
  post(url: string, payload: object | null, signal: AbortSignal): Promise<Answer>
  read(): Promise<Account>
}

const needsMore =
  'The certificate authority requires external account binding, which this portal does not support.'

/** `contact` is an email address or null. The administrator who configures the directory URL has accepted its terms. */
export function createAccount(
  transport: Transport,
  accountStore: AccountStore,
  contact: string | null,
): OwnAccount {
  const contacts = contact === null ? [] : [`mailto:${contact}`]

  /** RFC 8555 section 7.3: the same key always gets the same account. */
  const register = async ({ key }: Account, signal: AbortSignal): Promise<Signer> => {
    const { newAccount, meta } = await transport.directory(signal)
    if (meta.externalAccountRequired) throw new NotIssued(needsMore)
    const payload = { termsOfServiceAgreed: true, contact: contacts }
    const { location } = await transport.post({ key, accountUrl: null }, newAccount, payload, signal)
    if (location === null) throw new NotIssued('The certificate authority did not return an account URL.')
    const signer = { key, accountUrl: location }
    // An existing account keeps its old contact.
    await transport.post(signer, location, { contact: contacts }, signal)
    await accountStore.keep({ url: location, contact })
    return signer
  }
  const signerOf = async (signal: AbortSignal): Promise<Signer> => {
    const account = await accountStore.open()
    if (account.url === null) return register(account, signal)
    const signer = { key: account.key, accountUrl: account.url }
    if (account.contact !== contact) {
      await transport.post(signer, account.url, { contact: contacts }, signal)
      await accountStore.keep({ url: account.url, contact })
    }
    return signer
  }
  const withReregistration = async <T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || error.problem.type !== 'accountDoesNotExist') throw error
      await register(await accountStore.open(), signal)
      return ask()
    }
  }
  return {
    signer: (signal) => withReregistration(signal, () => signerOf(signal)),
    post: (url, payload, signal) =>
      withReregistration(signal, async () => transport.post(await signerOf(signal), url, payload, signal)),
    read: () => accountStore.open(),
  }
}
