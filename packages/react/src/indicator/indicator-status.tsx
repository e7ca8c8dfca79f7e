import { type CSSProperties, type ReactElement, useEffect, useRef, useState } from 'react';

import type { GaugeLevel } from '../reading/gauge.js';

const HIDDEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

/** Announces (politely) that a threshold was crossed; not on the first rendering. */
export function IndicatorStatus({
  level,
  crossed,
}: {
  level: GaugeLevel;
  crossed: Readonly<Record<GaugeLevel, string>>;
}): ReactElement {
  const last = useRef(level);
  const [announced, setAnnounced] = useState<GaugeLevel>();
  useEffect(() => {
    if (level === last.current || level === 'unknown') return;
    if (last.current !== 'unknown') setAnnounced(level);
    last.current = level;
  }, [level]);
  return (
    <span data-slot="context-indicator-status" role="status" style={HIDDEN}>
      {announced && crossed[announced]}
    </span>
  );
}
