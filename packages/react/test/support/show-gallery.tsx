import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

import { gallery, type Scheme, Sheet } from './gallery.js';

const { setting } = globalThis as unknown as { setting: { scheme: Scheme; dir: 'ltr' | 'rtl' } };
const root = createRoot(document.querySelector('#root') ?? document.body);

flushSync(() =>
  root.render(
    Object.entries(gallery).map(([name, parts]) => (
      <div key={name} data-picture={name}>
        <Sheet {...setting}>{parts}</Sheet>
      </div>
    )),
  ),
);
