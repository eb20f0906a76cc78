/** A ward at night, drawn in lines: beds asleep, a window with the moon, and one lamp lit at the desk. */
export function NightWard() {
  return (
    <svg viewBox="0 0 640 900" preserveAspectRatio="xMidYMax slice" fill="none" aria-hidden="true">
      <defs>
        <radialGradient id="lamp" cx="0.5" cy="0.5" r="0.5">
          <stop offset="0" stopColor="#f5b83d" stopOpacity="0.55" />
          <stop offset="0.35" stopColor="#f5b83d" stopOpacity="0.18" />
          <stop offset="1" stopColor="#f5b83d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="640" height="900" fill="#0b2a30" />
      <path d="M0 692h640v208H0z" fill="#082126" />
      <g stroke="#5b8e94" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M0 692h640" />
        <g opacity="0.75">
          <path d="M96 196c0-58 34-96 84-96s84 38 84 96v220H96z" />
          <path d="M180 100v316M96 260h168" />
          <path d="M82 416h196" />
          <path d="M229 152a24 24 0 1 1-22-34 19 19 0 0 0 22 34z" fill="#cfe3e4" stroke="none" />
          <path d="M122 214v.01M144 172v.01M132 320v.01M236 300v.01M210 352v.01" strokeWidth="4" />
        </g>
        <g opacity="0.9">
          <path d="M40 690V566M40 640h230v50M270 690v-50c0-22-16-36-40-36H120v36" />
          <path d="M40 604h80M56 600c0-14 10-22 26-22s26 8 26 22" />
          <path d="M150 626c24-10 62-10 88 0" />
        </g>
        <g opacity="0.55" transform="translate(20 10) scale(0.92)">
          <path d="M320 740V640M320 700h176v40M496 740v-40c0-18-12-28-30-28h-84v28" />
          <path d="M320 672h62M334 668c0-11 8-17 19-17s19 6 19 17" />
        </g>
        <path d="M330 690V162c0-10-8-16-18-16M330 170h14M306 690h48" opacity="0.5" />
        <path d="M318 196h24v44c0 8-24 8-24 0z" opacity="0.5" />
      </g>
      <circle cx="526" cy="612" r="290" fill="url(#lamp)" />
      <g stroke="#d5e7e8" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M392 648h216M408 648v150M592 648v150M408 700h184" />
        <path d="M424 648v-12h52v12M430 636v-10h44v10" />
        <g transform="translate(462 534) scale(4)">
          <path
            d="M11.5 8.2C11.5 4.9 13.4 3 16 3s4.5 1.9 4.5 5.2M12 8.4h8l1.6 3.2H10.4zM11.2 11.6c-2 2.2-2.9 4.4-2.9 6.7s.9 4.4 2.9 6.5h9.6c2-2.1 2.9-4.2 2.9-6.5s-.9-4.5-2.9-6.7M9.6 24.8h12.8l1 3.6H8.6z"
            strokeWidth="0.65"
          />
          <path
            d="M16 13.6c2.1 2.4 3.1 4 3.1 5.7a3.1 3.1 0 0 1-6.2 0c0-1.7 1-3.3 3.1-5.7z"
            fill="#f5b83d"
            stroke="none"
          />
        </g>
      </g>
    </svg>
  )
}
