const units = ['kB', 'MB', 'GB', 'TB']

/** 1_234_567 → '1.2 MB' */
export function sizeWords(bytes: number): string {
  let size = bytes / 1000
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  const digits = size < 10 && unit > 0 ? 1 : 0
  return `${size.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${units[unit]}`
}
