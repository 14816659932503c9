import type { OpenMessage } from '../contract.ts'

/** How a message is answered: to its sender, to everyone it names, or passed on to somebody else. */
export type Answering = 'sender' | 'everyone' | 'forward'

/** How a message is begun. */
export type Begun = { kind: 'new' } | { kind: 'answer'; message: OpenMessage; how: Answering }

/** Whether an answer to everyone may reach more people than one to the sender. */
export const hasOthers = ({ people: { to, cc } }: OpenMessage): boolean => to.length + cc.length > 1
