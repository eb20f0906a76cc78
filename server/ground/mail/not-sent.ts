/**
 * A message was not taken: `refused` for good, `later` for now, or because the service is `away` for all. It names no
 * address.
 */
export class NotSent extends Error {
  readonly reason: 'refused' | 'later' | 'away'

  constructor(reason: NotSent['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
