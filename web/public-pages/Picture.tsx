import type { PictureName } from './content.ts'
import { shots } from './shots.ts'

/**
 * A picture of the demo hospital, as `npm run pictures` takes it: of a desk's screen or, on a narrow one, of a phone's,
 * light or dark as the device is.
 */
export function Picture({ of, alt, first }: { of: PictureName; alt: string; first?: boolean }) {
  const at = (form: 'desk' | 'phone', look: 'light' | 'dark') =>
    `/public-pages/pictures/${of}-${form}-${look}.webp`
  const { desk, phone } = shots[of]
  const dark = '(prefers-color-scheme: dark)'
  const narrow = '(max-width: 40em)'
  return (
    <picture className="picture">
      <source media={`${narrow} and ${dark}`} srcSet={at('phone', 'dark')} {...phone} />
      <source media={narrow} srcSet={at('phone', 'light')} {...phone} />
      <source media={dark} srcSet={at('desk', 'dark')} {...desk} />
      <img
        src={at('desk', 'light')}
        {...desk}
        alt={alt}
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        decoding="async"
      />
    </picture>
  )
}
