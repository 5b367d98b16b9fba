import { start } from '@bindery/frontend/start.tsx';

start();
