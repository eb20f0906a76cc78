import { encode } from 'uqr'

/** Modules of white around the code: without them no scanner finds it. */
const quiet = 4

/** A text as a QR code that is still read when a quarter of it is lost. It takes the size of the box around it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'Q', border: quiet })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
