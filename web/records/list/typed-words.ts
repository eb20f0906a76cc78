import { fold } from '../../../contract/fold.ts'

/** The words of a search of what is on the screen already, folded: 'García, José' → 'garcia', 'jose'. */
export function typedWords(typed: string | undefined): string[] {
  return fold(typed ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
}
