import { PlainRefusal } from './plain-refusal.ts'

/** A whole number as people write it. What only a program would read so (1e3, 0x10, 2.0, an empty word) is refused. */
export function readNumber(
  setting: string,
  text: string,
  { of, from, to, example }: { of: string; from: number; to: number; example: number },
): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < from || number > to) {
    throw new PlainRefusal(
      `${setting} is ${JSON.stringify(text)}; give it ${of} from ${from} to ${to}, for example ${setting}=${example}.`,
    )
  }
  return number
}
