import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import type { ChatMessage } from '../server/app.ts';
import { ChatPage } from './chat-page.tsx';
import '@everlong/react/styles.css';
import './page.css';

const id = new URLSearchParams(location.search).get('chat') ?? 'first';
const response = await fetch(`/api/chat/${id}`);
const initialMessages = (await response.json()) as ChatMessage[];

createRoot(document.querySelector('#root') ?? document.body).render(
  <StrictMode>
    <ChatPage id={id} initialMessages={initialMessages} />
  </StrictMode>,
);
