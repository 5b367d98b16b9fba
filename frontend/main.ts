import { start } from '@bindery/frontend';

start();
