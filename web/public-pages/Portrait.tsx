import type { ReactNode } from 'react'
import type { Face } from './content.ts'

/** A simple drawn face; the name stands beside it. */

const skins: Record<Face['skin'], [skin: string, shade: string]> = {
  porcelain: ['#f3d9c6', '#e2bfa8'],
  sand: ['#e6bd98', '#d1a17a'],
  amber: ['#cd9a6b', '#b57f51'],
  umber: ['#a06f49', '#875a39'],
  espresso: ['#6f4a33', '#583925'],
}
const hairs: Record<Face['hair'], string> = {
  black: '#26221f',
  brown: '#5a3d29',
  auburn: '#8c4a2b',
  grey: '#9a978f',
  straw: '#d0a95f',
}
const clothes: Record<Face['wears'], string> = { scrubs: '#24767d', coat: '#fbfaf6', shirt: '#3d5a80' }

/** The drawing behind the head, and the one over it. */
const styles: Record<Face['style'], (colour: string) => { behind?: ReactNode; over?: ReactNode }> = {
  bald: () => ({}),
  short: (fill) => ({
    over: (
      <path d="M27 41c-2-17 8-25 21-25s23 8 21 25c-2-6-4-10-7-12-10 3-22 2-28-1-3 3-5 7-7 13z" fill={fill} />
    ),
  }),
  bob: (fill) => ({
    behind: <path d="M24 64c-4-30 2-49 24-49s28 19 24 49c-6 3-12 3-16 2H40c-4 1-10 1-16-2z" fill={fill} />,
    over: <path d="M29 42c0-12 6-22 19-22s19 10 19 22c-8-2-17-6-21-12-4 6-10 10-17 12z" fill={fill} />,
  }),
  bun: (fill) => ({
    behind: <circle cx="48" cy="13" r="9" fill={fill} />,
    over: <path d="M28 42c-2-16 7-25 20-25s22 9 20 25c-4-10-10-15-20-15s-16 5-20 15z" fill={fill} />,
  }),
  long: (fill) => ({
    behind: <path d="M22 82c-2-42 2-67 26-67s28 25 26 67c-8 3-14 3-18 1H40c-4 2-10 2-18-1z" fill={fill} />,
    over: <path d="M28 44c-1-16 7-25 20-25s21 9 20 25c-3-9-12-13-24-17-3 8-9 13-16 17z" fill={fill} />,
  }),
  curls: (fill) => ({
    behind: (
      <path
        d="M48 10c7 0 11 3 13 6 6 0 11 5 11 11 4 4 5 10 2 15 1 6-3 11-8 12H30c-5-1-9-6-8-12-3-5-2-11 2-15 0-6 5-11 11-11 2-3 6-6 13-6z"
        fill={fill}
      />
    ),
    over: (
      <path
        d="M29 42c0-14 8-21 19-21s19 7 19 21c-2-6-5-9-9-10-3 2-6 1-8-1-3 2-6 2-9 0-5 1-10 4-12 11z"
        fill={fill}
      />
    ),
  }),
  scarf: () => ({
    behind: (
      <path d="M48 12c20 0 27 16 26 36-1 14-4 26 2 40H20c6-14 3-26 2-40-1-20 6-36 26-36z" fill="#8a5300" />
    ),
    over: (
      <path
        d="M48 14c-16 0-23 12-22 30 1 15 8 28 22 28s21-13 22-28c1-18-6-30-22-30zm0 10c11 0 16 8 16 21s-6 23-16 23-16-10-16-23 5-21 16-21z"
        fill="#b87505"
      />
    ),
  }),
}

export function Portrait({ face, size }: { face: Face; size: number }) {
  const [skin, shade] = skins[face.skin]
  const hair = hairs[face.hair]
  const { behind, over } = styles[face.style](hair)
  return (
    <svg
      className="portrait"
      width={size}
      height={size}
      viewBox="0 0 96 96"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="96" height="96" className="portrait-ground" />
      {behind}
      <path d="M12 96c1-17 12-23 26-25h20c14 2 25 8 26 25z" fill={clothes[face.wears]} />
      {face.wears === 'coat' && (
        <path d="M38 71l10 14 10-14M48 85v11" fill="none" stroke="#24767d" strokeWidth="2.5" />
      )}
      {face.wears === 'scrubs' && <path d="M38 71l10 13 10-13z" fill={shade} />}
      {face.wears === 'shirt' && <path d="M38 70l10 9 10-9 3 6-13 9-13-9z" fill="#fbfaf6" />}
      <path d="M40 62h16v10c-4 6-12 6-16 0z" fill={shade} />
      <path d="M29 41c0-14 8-22 19-22s19 8 19 22c0 16-8 27-19 27S29 57 29 41z" fill={skin} />
      {face.beard && (
        <path
          d="M29 44c1 15 8 27 19 27s18-12 19-27c-2 6-5 9-8 10-3-3-8-4-11-2-3-2-8-1-11 2-3-1-6-4-8-10z"
          fill={face.style === 'bald' ? '#8b887f' : hair}
        />
      )}
      {over}
      <g fill="#2a211c">
        <circle cx="41" cy="44" r="1.9" />
        <circle cx="55" cy="44" r="1.9" />
      </g>
      <path
        d="M42 57c3 3.5 9 3.5 12 0"
        fill="none"
        stroke={face.beard ? skin : '#7d3f33'}
        strokeWidth="2"
        strokeLinecap="round"
      />
      {face.glasses && (
        <g fill="none" stroke="#2a211c" strokeWidth="1.7">
          <circle cx="41" cy="44" r="6" />
          <circle cx="55" cy="44" r="6" />
          <path d="M47 44h2M35 43l-5-1M61 43l5-1" />
        </g>
      )}
    </svg>
  )
}
