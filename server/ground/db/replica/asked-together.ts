/**
 * Runs one query for all concurrent callers. A caller that arrives while a query is running shares the next one, so that
 * the result is never older than the call.
 */
export function askedTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null
  let askingNext: Promise<Answer> | null = null

  function askNow(): Promise<Answer> {
    askingNext = null
    const asked = ask().finally(() => {
      if (asking === asked) asking = null
    })
    asking = asked
    return asked
  }
  return () => {
    if (!asking) return askNow()
    askingNext ??= asking.then(askNow, askNow)
    return askingNext
  }
}
