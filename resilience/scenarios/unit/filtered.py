"""Runs a command as systemd would with a unit's filters: filtered.py ERRNO NAMES COMMAND...

NAMES are the allowed system calls, separated by commas; any other fails with ERRNO, or
ends the process if that is 0. Also applies NoNewPrivileges, an empty CapabilityBoundingSet,
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX and RestrictNamespaces. Needs libseccomp, which systemd needs too.
"""

import ctypes
import errno
import os
import sys

ALLOW, KILL_PROCESS = 0x7FFF0000, 0x80000000
AF_UNIX, AF_INET, AF_INET6, AF_MAX = 1, 2, 10, 46
EQUAL, MASKED_EQUAL = 4, 7
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
NAMESPACES = (0x00000080, 0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000)

library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
library.seccomp_init.restype = ctypes.c_void_p
library.seccomp_init.argtypes = [ctypes.c_uint32]
library.seccomp_load.argtypes = [ctypes.c_void_p]
library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("operator", ctypes.c_int), ("first", ctypes.c_uint64), ("second", ctypes.c_uint64)]


library.seccomp_rule_add_array.argtypes = [
    ctypes.c_void_p,
    ctypes.c_uint32,
    ctypes.c_int,
    ctypes.c_uint,
    ctypes.POINTER(Comparison),
]


def fail_with(number):
    return 0x00050000 | number if number else KILL_PROCESS


def add(context, action, name, *comparisons):
    call = library.seccomp_syscall_resolve_name(name.encode())
    if call < 0:
        return  # not a call of this architecture
    array = (Comparison * max(1, len(comparisons)))(*comparisons)
    if library.seccomp_rule_add_array(context, action, call, len(comparisons), array) != 0:
        sys.exit("cannot filter " + name)


def load(context):
    if library.seccomp_load(context) != 0:
        sys.exit("cannot load the filter")


def main():
    refusal, names, command = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]
    process = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        process.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    process.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

    restricted = library.seccomp_init(ALLOW)
    for family in set(range(AF_MAX)) - {AF_UNIX, AF_INET, AF_INET6}:
        add(restricted, fail_with(errno.EAFNOSUPPORT), "socket", Comparison(0, EQUAL, family, 0))
    for flag in NAMESPACES:
        for name in ("clone", "unshare"):
            add(restricted, fail_with(errno.EPERM), name, Comparison(0, MASKED_EQUAL, flag, flag))
    add(restricted, fail_with(errno.ENOSYS), "clone3")  # its flags are in memory, which a filter cannot read
    load(restricted)

    allowed = library.seccomp_init(fail_with(refusal))
    for name in names:
        add(allowed, ALLOW, name)
    load(allowed)
    os.execvp(command[0], command)


main()
