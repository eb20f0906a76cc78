/** How a backup is called in a directory: by its time in UTC, so that names are in the order of their times. */
export function fileNameAt(moment: Date, isSecret: boolean): string {
  const time = moment.toISOString().replaceAll(':', '').slice(0, 17)
  return `lantern-${time}Z.tar.zst${isSecret ? '.age' : ''}`
}
