import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The packages of this repository, without a build.
  resolve: { conditions: ['@everlong/source', 'module', 'browser', 'development|production'] },
});
