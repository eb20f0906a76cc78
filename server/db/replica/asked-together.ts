/**
 * Asks once for all who come at the same time. Who comes while something is being asked shares the next answer, which is
 * from after they came.
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
