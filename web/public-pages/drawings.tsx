import type { ReactNode } from 'react'
import type { DrawingName } from './content.ts'

/** Scenes of a hospital in lines; one warm light in each, where somebody is needed. They say nothing that the text doesn't. */

function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className="scene" viewBox="0 0 240 160" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12 140h216" opacity="0.45" />
        {children}
      </g>
    </svg>
  )
}

/** Three chairs under the board that calls; somebody sits on two of them. */
function Queue() {
  return (
    <Scene>
      <rect x="66" y="14" width="108" height="40" rx="5" />
      <path d="M84 28h22M84 40h14" opacity="0.5" />
      <rect className="lit" x="122" y="22" width="40" height="24" rx="4" />
      <path className="on-lit" d="M132 38v-8l-4 3M142 30h8l-5 8" />
      {[48, 104, 160].map((x) => (
        <path key={x} d={`M${x} 84v32h34M${x + 4} 116v24M${x + 32} 116v24`} opacity="0.7" />
      ))}
      {[48, 160].map((x) => (
        <g key={x}>
          <circle cx={x + 15} cy="76" r="8" />
          <path d={`M${x + 7} 114V98c0-6 4-9 9-9s9 3 9 9v10h12v30`} />
        </g>
      ))}
    </Scene>
  )
}

/** A bed by the window at night, its lamp on. */
function Ward() {
  return (
    <Scene>
      <path d="M150 70V38c0-13 9-22 24-22s24 9 24 22v32zM174 16v54M150 44h48" opacity="0.55" />
      <path d="M190 32a7 7 0 1 1-7-9 6 6 0 0 0 7 9z" opacity="0.55" />
      <path d="M30 140V84M30 122h170M200 140v-28c0-8-5-14-14-14h-74" />
      <path d="M38 112c0-10 6-16 16-16s16 6 16 16" />
      <circle cx="54" cy="104" r="7" />
      <path d="M74 112c30-12 80-16 124 0" />
      <path d="M96 112v10M128 104v18M160 104v18" opacity="0.45" />
      <path d="M38 78V46M38 46h16" />
      <path className="lit" d="M46 46h22l6 16H40z" />
      <path d="M32 78h14" />
    </Scene>
  )
}

/** Shelves with boxes and bottles; one place is nearly empty. */
function Shelf() {
  return (
    <Scene>
      <path d="M40 140V18M200 140V18M40 58h160M40 100h160M34 18h172" />
      <rect x="52" y="32" width="28" height="26" rx="2" />
      <path d="M60 45h12M66 39v12" />
      <rect x="86" y="26" width="24" height="32" rx="2" opacity="0.7" />
      <path d="M92 36h12M92 44h12" opacity="0.5" />
      <path d="M124 58V42c0-3 2-4 3-6v-6h10v6c1 2 3 3 3 6v16M125 30h14" />
      <path d="M150 58V42c0-3 2-4 3-6v-6h10v6c1 2 3 3 3 6v16M151 30h14" opacity="0.7" />
      <rect x="172" y="40" width="18" height="18" rx="2" opacity="0.5" />
      <path className="lit" d="M54 100V84c0-3 2-4 3-6v-6h10v6c1 2 3 3 3 6v16z" />
      <path d="M55 72h14" />
      <rect x="132" y="72" width="56" height="28" rx="2" />
      <path d="M132 82h56M156 72v10M164 72v10" opacity="0.5" />
      <rect x="52" y="114" width="40" height="26" rx="2" opacity="0.7" />
      <rect x="98" y="110" width="34" height="30" rx="2" />
      <path d="M108 125h14M115 118v14" opacity="0.7" />
      <rect x="140" y="118" width="48" height="22" rx="2" opacity="0.7" />
    </Scene>
  )
}

/** A record on its clipboard, with a curve that somebody looks at. */
function RecordSheet() {
  return (
    <Scene>
      <rect x="66" y="24" width="108" height="116" rx="6" />
      <path d="M102 24c0-6 4-10 10-10h16c6 0 10 4 10 10v6h-36z" />
      <circle cx="88" cy="52" r="8" />
      <path d="M76 72c1-8 6-11 12-11s11 3 12 11" />
      <path d="M112 48h48M112 58h34M112 68h40" opacity="0.55" />
      <path d="M78 84h84" opacity="0.35" />
      <path d="M78 108h16l6-12 9 22 7-14 5 4h8" />
      <circle className="lit" cx="150" cy="108" r="9" />
      <path className="on-lit" d="M150 103.5v5M150 112v.01" />
      <path d="M78 128h50" opacity="0.55" />
    </Scene>
  )
}

/** A door that knows who may pass, and a book that remembers. */
function Guarded() {
  return (
    <Scene>
      <path d="M120 16c18 12 36 16 52 17v38c0 32-22 54-52 66-30-12-52-34-52-66V33c16-1 34-5 52-17z" />
      <path d="M120 30c13 8 26 12 38 13v29c0 23-15 40-38 50" opacity="0.4" />
      <rect className="lit" x="100" y="70" width="40" height="32" rx="5" />
      <path d="M108 70v-8c0-8 5-13 12-13s12 5 12 13v8" />
      <path className="on-lit" d="M120 82v9" />
      <path d="M28 140v-34h22v34M190 140v-46h22v46M33 116h12M195 104h12M195 116h12" opacity="0.55" />
    </Scene>
  )
}

const scenes = { queue: Queue, ward: Ward, shelf: Shelf, record: RecordSheet, guarded: Guarded }

export function Drawing({ of }: { of: DrawingName | 'guarded' }) {
  const Drawn = scenes[of]
  return <Drawn />
}

const icons = {
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  forth: 'M9 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
  mail: 'M4 6.5h16v11H4zM4 7l8 6 8-6',
  phone:
    'M6 4h4l1.5 4.5L9 10.5a11 11 0 0 0 4.5 4.5l2-2.5L20 14v4c0 1-1 2-2 2C10.5 19.5 4.5 13.5 4 6c0-1 1-2 2-2z',
  place:
    'M12 21c4.5-5 7-8.5 7-11.5A7 7 0 0 0 5 9.5C5 12.5 7.5 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
} as const

export function Icon({ of, size = 20 }: { of: keyof typeof icons; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={icons[of]} />
    </svg>
  )
}
