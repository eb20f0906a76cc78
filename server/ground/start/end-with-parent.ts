/**
 * Calls `stop` when the process that started this one is gone. npm hands a signal to its shell alone, and the shell
 * ends without a word to us: without this a stopped `npm start` would go on serving.
 */
export function endWithParent(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  watch.unref()
}
