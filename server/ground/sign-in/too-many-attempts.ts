import { Refusal } from '../http/errors.ts'

/** 429, with how long to wait: the same in the sentence, in the answer and in its Retry-After. */
export function pausedFor(seconds: number, why = 'Too many attempts.'): Refusal {
  return new Refusal('too_many_requests', `${why} Try again in ${durationOf(seconds)}.`, {
    retryAfter: seconds,
  })
}

function durationOf(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
