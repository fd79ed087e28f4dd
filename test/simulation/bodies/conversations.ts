import type { Bodies } from './bodies.ts'

/** Bodies for conversations; some are invalid. */
export const conversationBodies: Bodies = {
  createConversationMessage: (dice) => ({
    from_email: dice.oneOf(['news@acme.test', 'ADA@acme.test', 'nobody']),
    ...(dice.often(90) ? { read: dice.often(50) } : {}),
    ...(dice.often(50) ? { subject: 'Re: <News>' } : {}),
    ...(dice.often(80) ? { message: dice.oneOf(['Thank you', '', 'ärger']) } : {}),
  }),
}
